package shop;

import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

@Component
class OrderAudit {
    private final JdbcTemplate jdbc;

    OrderAudit(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @EventListener
    void closed(OrderClosed event) {
        jdbc.update("INSERT INTO order_audit (order_id) VALUES (?)", event.id());
    }
}
