import { useQuery } from '@tanstack/react-query';
import { request } from './http';

export interface OrderRow { id: number; customer: string }

export function closeOrder(id: number) {
  return request<void>(`/orders/${id}/close`, { method: 'POST' });
}

export function useOrders() {
  return useQuery({ queryKey: ['orders'], queryFn: () => request<OrderRow[]>('/orders') });
}
