package shop;

public record OrderClosed(long id) {
}
