/** A value that is made again only when something that it is made of has changed. */
export class Kept<Value> {
  #last: { readonly from: readonly unknown[]; readonly value: Value } | undefined

  /** The value made of these, compared as `===` does. */
  of(from: readonly unknown[], make: () => Value): Value {
    const last = this.#last
    if (last !== undefined && from.every((one, index) => one === last.from[index])) return last.value
    const value = make()
    this.#last = { from, value }
    return value
  }
}
