-- CreateTable
CREATE TABLE "customer_orders" (
    "id" SERIAL NOT NULL,
    "customer" TEXT NOT NULL,
    "closed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "customer_orders_pkey" PRIMARY KEY ("id")
);
