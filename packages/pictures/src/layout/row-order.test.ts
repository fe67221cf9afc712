import { describe, expect, it } from 'vitest'
import { type Layers, rowOrders } from './row-order.ts'

describe('orders of rows', () => {
  it('untangle what can be untangled', () => {
    const layers: Layers = {
      rows: [0, 0, 0, 1, 1, 1],
      joins: [
        [0, 5],
        [1, 4],
        [2, 3],
      ],
    }
    expect(rowOrders(layers)[0]?.crossings).toBe(0)
  })

  it('have every item in its row, once, and come with the fewest crossings first', () => {
    const layers: Layers = {
      rows: [0, 1, 1, 2, 2, 2],
      joins: [
        [0, 1],
        [0, 2],
        [1, 3],
        [1, 4],
        [1, 5],
        [2, 3],
        [2, 4],
        [2, 5],
      ],
    }
    const orders = rowOrders(layers)
    for (const { order } of orders) expect(order.map((row) => row.toSorted())).toEqual([[0], [1, 2], [3, 4, 5]])
    const crossings = orders.map((order) => order.crossings)
    expect(crossings).toEqual(crossings.toSorted((a, b) => a - b))
    expect(crossings[0]).toBe(3)
  })

  it('are the same each time', () => {
    const layers: Layers = {
      rows: [0, 1, 1, 1, 2],
      joins: [
        [0, 1],
        [0, 2],
        [0, 3],
        [1, 4],
        [3, 4],
      ],
    }
    expect(rowOrders(layers)).toEqual(rowOrders(layers))
  })
})
