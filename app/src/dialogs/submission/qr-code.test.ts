import fc from 'fast-check'
import decodeQR from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { MOST_BYTES, ORIGIN, type QRCode, qrCodeOf, svgOf } from './qr-code.ts'

/** Pixels for each square. */
const SCALE = 4

/** Draws the path of a code as a browser does, and reads the picture with another library. */
function read(code: QRCode): string {
  const outlines = (code.path.match(/M[^M]*/g) ?? []).map((outline) =>
    [...outline.matchAll(/(-?\d+) (-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
  )
  const width = code.size * SCALE
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let row = 0; row < code.size; row++) {
    const y = row + ORIGIN + 0.5
    // Where the outlines cross the middle of a row of squares, a dark stretch begins or ends.
    const crossings = outlines
      .flatMap((points) =>
        points.flatMap(([x, from], i) => {
          const [, to] = points[(i + 1) % points.length] as readonly [number, number]
          return Math.min(from, to) < y && y < Math.max(from, to) ? [x] : []
        }),
      )
      .sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const [from, to] = [(crossings[i] as number) - ORIGIN, (crossings[i + 1] as number) - ORIGIN]
      for (let line = row * SCALE; line < (row + 1) * SCALE; line++) {
        for (let pixel = from * SCALE; pixel < to * SCALE; pixel++)
          data.fill(0, (line * width + pixel) * 4, (line * width + pixel) * 4 + 3)
      }
    }
  }
  return decodeQR({ width, height: width, data })
}

describe('a QR code', () => {
  it('is read as the text that it was made of', () => {
    for (const text of [
      'http://192.168.0.10:4173/#course/rbac-from-nothing/first-role',
      'https://example.org/docs/playground/#h1/q1bKzEtJrVCyUsrOL8ksSy3SUcpMUbJSMjI2MTVT0lFKSgQA',
      'https://example.org/a%20b?c=d&e#ü',
    ]) {
      expect(read(qrCodeOf(text) as QRCode)).toBe(text)
    }
  })

  it('is read so for links of any length that it takes', () => {
    const link = fc.stringMatching(/^[A-Za-z0-9_/#.-]{1,600}$/)
    fc.assert(
      fc.property(link, (text) => void expect(read(qrCodeOf(text) as QRCode)).toBe(text)),
      { numRuns: 25 },
    )
  })

  it('holds so many bytes, and no more', () => {
    expect(qrCodeOf('a'.repeat(MOST_BYTES))).toBeDefined()
    expect(qrCodeOf('a'.repeat(MOST_BYTES + 1))).toBeUndefined()
    expect(qrCodeOf('ü'.repeat(MOST_BYTES / 2 + 1))).toBeUndefined()
  })

  it('is for the back row while it has few squares', () => {
    expect(qrCodeOf('http://192.168.0.10:4173/#course/rbac-from-nothing/first-role')?.far).toBe(true)
    expect(qrCodeOf('a'.repeat(1000))?.far).toBe(false)
  })

  it('is saved as a picture with its quiet zone, black on white', () => {
    const svg = svgOf(qrCodeOf('a') as QRCode)
    expect(svg).toContain('viewBox="-4 -4 29 29"')
    expect(svg).toContain('<rect x="-4" y="-4" width="29" height="29" fill="#fff"/>')
  })
})
