import { readFileSync } from 'node:fs'
import { COLOURS, FONTS, MARKS } from '@authz-playground/pictures'
import { describe, expect, it } from 'vitest'

type Theme = 'light' | 'dark'
type RGB = readonly [number, number, number]

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The hex colour that a token has in a theme, through `var()` and `light-dark()`. */
function colour(token: string, theme: Theme): string {
  const declared = new RegExp(`--${token}: ([^;]+);`).exec(css)?.[1]
  if (declared === undefined) throw new Error(`tokens.css declares no --${token}`)
  const other = /^var\(--([a-z-]+)\)$/.exec(declared)?.[1]
  if (other !== undefined) return colour(other, theme)
  const [light, dark] = /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(declared)?.slice(1) ?? []
  if (light === undefined || dark === undefined) throw new Error(`--${token} is not light-dark(#rrggbb, #rrggbb)`)
  return theme === 'light' ? light : dark
}

function linear(hex: string): RGB {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [r, g, b] = linear(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** CIE lightness, 0 to 100: the grey of a colour in greyscale. */
function lightness(hex: string): number {
  return 116 * Math.cbrt(luminance(hex)) - 16
}

/** How people without one kind of cone see linear RGB (Machado, Oliveira and Fernandes 2009, severity 1). */
const VISIONS: Readonly<Record<string, readonly [RGB, RGB, RGB]>> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** Distance in OKLab, times 100. Two colours side by side differ visibly from about 2 on. */
function distance(one: string, other: string, vision: string): number {
  const [a, b] = [one, other].map((hex) => oklab(seen(linear(hex), vision))) as [RGB, RGB]
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

function seen(rgb: RGB, vision: string): RGB {
  return (VISIONS[vision] as readonly RGB[]).map((row) => dot(row, rgb)) as unknown as RGB
}

function oklab(rgb: RGB): RGB {
  const cones = (
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ] as const
  ).map((row) => Math.cbrt(Math.max(0, dot(row, rgb)))) as unknown as RGB
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], cones),
    dot([1.9779984951, -2.428592205, 0.4505937099], cones),
    dot([0.0259040371, 0.7827717662, -0.808675766], cones),
  ]
}

function dot(a: RGB, b: RGB): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

const DECISIONS = ['allow', 'no-opinion', 'deny', 'conditional', 'not-decided'] as const
const GROUNDS = ['ground', 'ground-sunk', 'ground-raised', 'lit'] as const
const TEXTS = ['ink', 'ink-soft', 'accent', 'refused', 'problem', ...DECISIONS] as const

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))(
    '%s is read on %s (4.5:1)',
    (text, ground) => expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5),
  )

  it.each(DECISIONS)('%s and ink are read on its own wash (4.5:1)', (decision) => {
    const wash = colour(`${decision}-wash`, theme)
    expect(contrast(colour(decision, theme), wash)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colour('ink', theme), wash)).toBeGreaterThanOrEqual(4.5)
  })

  it('a filled button is read (4.5:1)', () => {
    expect(contrast(colour('on-accent', theme), colour('accent', theme))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['outline', 'accent', 'chart-ink', 'chart-faded', 'chart-taken'] as const)(
    'lines of %s are seen on the page (3:1)',
    (line) => expect(contrast(colour(line, theme), colour('ground', theme))).toBeGreaterThanOrEqual(3),
  )

  const pairs = DECISIONS.flatMap((one, at) => DECISIONS.slice(at + 1).map((other) => [one, other] as const))

  it.each(pairs)('%s and %s differ in greyscale', (one, other) => {
    expect(Math.abs(lightness(colour(one, theme)) - lightness(colour(other, theme)))).toBeGreaterThan(4.5)
  })

  it.each(pairs.flatMap(([one, other]) => Object.keys(VISIONS).map((vision) => [one, other, vision] as const)))(
    '%s and %s differ with %s',
    (one, other, vision) => expect(distance(colour(one, theme), colour(other, theme), vision)).toBeGreaterThan(5),
  )
})

describe('pictures, which no style sheet reaches,', () => {
  it.each(Object.entries(COLOURS))('have the same --%s', (token, { light, dark }) => {
    expect({ light: colour(token, 'light'), dark: colour(token, 'dark') }).toEqual({ light, dark })
  })

  it.each(Object.entries(FONTS))('have the same --%s', (family, fonts) => {
    expect(css).toContain(`--${family}: ${fonts};`)
  })

  it.each(Object.values(MARKS))('have the colour of $word', ({ token }) => {
    expect(Object.keys(COLOURS)).toContain(token.slice('--'.length))
  })
})

it('keeps to one type scale', () => {
  const sizes = [...css.matchAll(/--text-(\d+): ([\d.]+)rem/g)].map(([, name, rem]) => [Number(name), Number(rem) * 16])
  expect(sizes).toEqual([12, 14, 16, 20, 28].map((size) => [size, size]))
})

it('keeps to one unit of space', () => {
  const spaces = [...css.matchAll(/--space-(\d+): ([\d.]+)rem/g)].map(([, units, rem]) => [
    Number(units) * 4,
    Number(rem) * 16,
  ])
  expect(spaces.length).toBeGreaterThan(5)
  for (const [named, actual] of spaces) expect(actual).toBe(named)
})
