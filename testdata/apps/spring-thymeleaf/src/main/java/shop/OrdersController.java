package shop;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.*;

@Controller
@RequestMapping("/orders")
class OrdersController {
    private final OrderService service;

    OrdersController(OrderService service) {
        this.service = service;
    }

    @GetMapping
    String list(Model model) {
        model.addAttribute("orders", service.open());
        return "orders";
    }

    @PostMapping("/{id}/close")
    String close(@PathVariable long id) {
        service.close(id);
        return "redirect:/orders";
    }
}
