package shop;

import java.util.List;

public interface OrderService {
    List<Order> open();
    void close(long id);
}
