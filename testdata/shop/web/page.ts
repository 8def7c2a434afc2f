import { OrderApi, type Order } from './api.js';

export function title(order: Order): string {
  return `Order ${order.id}`;
}

export async function show(id: number): Promise<string> {
  const api = new OrderApi('/api');
  const order = await api.load(id);
  return title(order);
}
