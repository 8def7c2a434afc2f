import { Injectable } from '@nestjs/common';
import { PrismaService } from './prisma.service';

@Injectable()
export class OrdersService {
  constructor(private readonly prisma: PrismaService) {}

  open() {
    return this.prisma.order.findMany({ where: { closed: false } });
  }

  close(id: number) {
    return this.prisma.order.update({ where: { id }, data: { closed: true } });
  }
}
