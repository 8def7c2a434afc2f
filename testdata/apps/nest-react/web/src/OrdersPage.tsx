import { closeOrder, useOrders, type OrderRow } from './orders';

function OrderLine({ row }: { row: OrderRow }) {
  return <p>{row.customer} <button onClick={() => closeOrder(row.id)}>Close</button></p>;
}

export function OrdersPage() {
  const { data } = useOrders();
  return <main>{data?.map((row) => <OrderLine key={row.id} row={row} />)}</main>;
}
