import { Controller, Get, Param, Post } from '@nestjs/common';
import { OrdersService } from './orders.service';

@Controller('orders')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Get()
  list() {
    return this.orders.open();
  }

  @Post(':id/close')
  close(@Param('id') id: string) {
    return this.orders.close(Number(id));
  }
}
