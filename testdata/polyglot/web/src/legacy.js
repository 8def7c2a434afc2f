const cart = require("./cart");

function restore(text) {
  const found = cart.emptyCart(text);
  found.add({ name: "old", price: 1 });
  return found;
}

module.exports = { restore };
