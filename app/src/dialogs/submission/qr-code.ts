import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'

/** A QR code of a text. */
export interface QRCode {
  /** Its width and height, in squares, with the quiet zone around it. */
  readonly size: number
  /** The dark squares, as SVG path data. */
  readonly path: string
  /** Phones read it from the back of a room: it has few squares. */
  readonly far: boolean
}

/** The most bytes that a QR code holds, at the lowest level of correction. */
export const MOST_BYTES = 2953

/** The quiet zone that the standard asks for, in squares. */
const QUIET = 4

/**
 * Phones read a code of 25 squares from ten times its width, and one of more squares from nearer in proportion. A code of so
 * many squares that is a metre wide is read from six metres.
 */
const FAR = 41

/** The QR code of a text; undefined where it has more than {@link MOST_BYTES}. */
export function qrCodeOf(text: string): QRCode | undefined {
  if (new TextEncoder().encode(text).length > MOST_BYTES) return undefined
  // Within its size a code gets the most correction that there is room for.
  const code = generate(text, { minCorrectionLevel: correction.L })
  return { size: code.size + 2 * QUIET, path: toSvgPath(code), far: code.size <= FAR }
}

/** A QR code as the text of an SVG file. Black on white, which every reader of codes takes. */
export function svgOf({ size, path }: QRCode): string {
  const box = `viewBox="${-QUIET} ${-QUIET} ${size} ${size}"`
  const ground = `<rect x="${-QUIET}" y="${-QUIET}" width="${size}" height="${size}" fill="#fff"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} shape-rendering="crispEdges">${ground}<path d="${path}"/></svg>\n`
}

/** Where the drawing of a code begins, left and above of its first square. */
export const ORIGIN = -QUIET
