import type { Audience } from '@authz-playground/examples/route'

/** How the panes share the window. Per cent of its width, or of its height below the header. */
export interface Sizes {
  /** Width of the left half: policy and request. */
  readonly left: number
  /** Height of the parts below the chart while one of them is open. */
  readonly folded: number
}

export type SizeName = keyof Sizes

/** Each audience has sizes of its own: to debug a policy it must be wide. */
export type SizesByAudience = Readonly<Record<Audience, Sizes>>

const USUAL: Sizes = { left: 40, folded: 42 }

export const DEFAULT_SIZES: SizesByAudience = {
  learn: USUAL,
  debug: { ...USUAL, left: 50 },
  designs: USUAL,
}

/** The range of each size, so that no pane vanishes. */
export const LIMITS: Readonly<Record<SizeName, { readonly least: number; readonly most: number }>> = {
  left: { least: 20, most: 70 },
  folded: { least: 15, most: 75 },
}

export function clamped(name: SizeName, value: number): number {
  const { least, most } = LIMITS[name]
  return Math.min(most, Math.max(least, Math.round(value * 10) / 10))
}

/**
 * The size after a key press: arrows move the line, further with Shift, and Home and End go to the limits. `sign` is -1
 * where a move to the right or down makes the pane smaller.
 */
export function moved(
  name: SizeName,
  value: number,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  sign: 1 | -1,
): number | undefined {
  const far = shiftKey ? 10 : 2
  const { least, most } = LIMITS[name]
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return clamped(name, value + sign * far)
    case 'ArrowLeft':
    case 'ArrowUp':
      return clamped(name, value - sign * far)
    case 'Home':
      return sign === 1 ? least : most
    case 'End':
      return sign === 1 ? most : least
    default:
      return undefined
  }
}

const KEY = 'authz-playground/halves'

/** Sizes as they were stored. An invalid one becomes the default. */
export function readSizes(text: string | null): SizesByAudience {
  let read: unknown
  try {
    read = JSON.parse(text ?? '')
  } catch {
    return DEFAULT_SIZES
  }
  const of = (audience: Audience): Sizes => sizesOf(partOf(read, audience), DEFAULT_SIZES[audience])
  return { learn: of('learn'), debug: of('debug'), designs: of('designs') }
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}

function sizesOf(kept: unknown, usual: Sizes): Sizes {
  const size = (name: SizeName): number => {
    const value = partOf(kept, name)
    return typeof value === 'number' && Number.isFinite(value) ? clamped(name, value) : usual[name]
  }
  return { left: size('left'), folded: size('folded') }
}

export function keptSizes(): SizesByAudience {
  try {
    return readSizes(localStorage.getItem(KEY))
  } catch {
    return DEFAULT_SIZES
  }
}

export function keepSizes(sizes: SizesByAudience): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(sizes))
  } catch {
    // Without storage the sizes hold until the page is closed. Nobody needs a notice about that.
  }
}
