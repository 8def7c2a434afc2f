package shop;

import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;

@Service
class JpaOrderService implements OrderService {
    private final OrderRepository orders;
    private final ApplicationEventPublisher events;

    JpaOrderService(OrderRepository orders, ApplicationEventPublisher events) {
        this.orders = orders;
        this.events = events;
    }

    @Override
    public List<Order> open() {
        return orders.findByState("open");
    }

    @Override
    public void close(long id) {
        Order order = orders.findById(id).orElseThrow();
        order.setState("closed");
        orders.save(order);
        events.publishEvent(new OrderClosed(id));
    }
}
