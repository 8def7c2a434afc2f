import axios from 'axios'

const http = axios.create({ baseURL: '/api' })

export interface Order { id: number; state: string }

export async function openOrders(): Promise<Order[]> {
  return (await http.get('/orders')).data
}

export async function closeOrder(id: number): Promise<void> {
  await http.post(`/orders/${id}/close`)
}
