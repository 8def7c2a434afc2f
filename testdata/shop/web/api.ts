/** An order as the server sends it. */
export interface Order {
  id: number;
  customerId: number;
}

/** Talks to the shop's server. */
export class OrderApi {
  constructor(private readonly base: string) {}

  async load(id: number): Promise<Order> {
    const response = await fetch(`${this.base}/orders/${id}`);
    return response.json();
  }
}
