export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** A rectangle in px, from its upper left corner. */
export interface Rectangle extends Size {
  readonly left: number
  readonly top: number
}

export function centerOf({ left, top, width, height }: Rectangle): Point {
  return { x: left + width / 2, y: top + height / 2 }
}

/** The smallest rectangle around some; undefined around none. */
export function boundingBox(rectangles: readonly Rectangle[]): Rectangle | undefined {
  if (rectangles.length === 0) return undefined
  const left = Math.min(...rectangles.map((rectangle) => rectangle.left))
  const top = Math.min(...rectangles.map((rectangle) => rectangle.top))
  const right = Math.max(...rectangles.map((rectangle) => rectangle.left + rectangle.width))
  const bottom = Math.max(...rectangles.map((rectangle) => rectangle.top + rectangle.height))
  return { left, top, width: right - left, height: bottom - top }
}

/** Whether two rectangles share more than an edge. */
export function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height
}

/** A point in SVG path data, to a hundredth of a px. */
export function at({ x, y }: Point): string {
  return `${Math.round(x * 100) / 100},${Math.round(y * 100) / 100}`
}
