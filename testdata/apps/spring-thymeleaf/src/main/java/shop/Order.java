package shop;

import jakarta.persistence.*;

@Entity
@Table(name = "customer_orders")
public class Order {
    @Id
    private Long id;
    private String state;

    public Long getId() { return id; }
    public String getState() { return state; }
    public void setState(String state) { this.state = state; }
}
