export function format(amount: number): string {
  return amount.toFixed(2);
}

export default class Money {
  constructor(readonly amount: number) {}

  show(): string {
    return format(this.amount);
  }
}
