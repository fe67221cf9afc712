import { describe, expect, it } from 'vitest'
import { lengthOf, pathPoints } from './path-points.ts'

describe('the points of a path', () => {
  it('are the ends of its straight lines', () => {
    expect(pathPoints('M0,0L0,100L-50.5,100')).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 100 },
      { x: -50.5, y: 100 },
    ])
  })

  it('lie on its curves, between their ends', () => {
    const points = pathPoints('M0,0C0,50 100,50 100,100')
    expect(points[0]).toEqual({ x: 0, y: 0 })
    expect(points.at(-1)).toEqual({ x: 100, y: 100 })
    expect(points).toContainEqual({ x: 50, y: 50 })
    expect(points.map(({ y }) => y)).toEqual(points.map(({ y }) => y).toSorted((a, b) => a - b))
  })

  it('are read as mermaid writes them: commas throughout, several curves to a command, exponents', () => {
    const points = pathPoints(
      'M1e-7,0L6.5,15.958C52.029,163.917,34.065,171.833,25.083,182.042,16.102,192.25,16.102,204.75,16,217',
    )
    expect(points[1]).toEqual({ x: 6.5, y: 15.958 })
    expect(points).toContainEqual({ x: 25.083, y: 182.042 })
    expect(points.at(-1)).toEqual({ x: 16, y: 217 })
  })

  it('are empty where there is no path', () => {
    expect(pathPoints('')).toEqual([])
  })
})

describe('the length of a path', () => {
  it('is that of its lines together', () => {
    expect(lengthOf(pathPoints('M0,0L0,100L50,100'))).toBe(150)
    expect(lengthOf([])).toBe(0)
  })
})
