from fastapi import APIRouter, Depends

from .service import OrderService, order_service

router = APIRouter(prefix="/orders")


@router.get("")
def list_orders(service: OrderService = Depends(order_service)):
    return service.open_orders()


@router.post("/{order_id}/close")
def close_order(order_id: int, service=Depends(order_service)):
    service.close(order_id)
