import { format } from "./money";

export interface Item {
  name: string;
  price: number;
}

export class Cart {
  private items: Item[] = [];

  constructor(private readonly owner: string) {}

  add(item: Item): this {
    this.items.push(item);
    return this;
  }

  get total(): number {
    return this.items.reduce((sum, item) => sum + item.price, 0);
  }

  print(): string {
    return `${this.owner}: ${format(this.total)}`;
  }
}

export const emptyCart = (owner: string) => new Cart(owner);

export function checkout(cart: Cart) {
  return fetch("/api/orders", { method: "POST", body: cart.print() });
}
