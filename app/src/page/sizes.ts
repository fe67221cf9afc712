import type { Audience } from '@authz-playground/examples/route'

/** How the panes share the window. Per cent of its width, or of its height below the header. */
export interface Sizes {
  /** Width of the left half: policy and request. */
  readonly left: number
  /** Height of the parts below the chart while one of them is open. */
  readonly folded: number
}

export type SizeName = keyof Sizes

/** The sizes that a person has chosen, for each audience its own. */
export type ChosenSizes = Readonly<Record<Audience, Partial<Sizes>>>

const USUAL: Sizes = { left: 40, folded: 42 }

/** The least width of a window where the chart has its columns beside a wide policy, as a media query. */
export const ROOMY = '(min-width: 72rem)'

/** The sizes until a person chooses others: to debug a policy it must be wide, where the chart has room all the same. */
export function usualSizes(audience: Audience, roomy: boolean): Sizes {
  return audience === 'debug' && roomy ? { ...USUAL, left: 50 } : USUAL
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

/** Sizes as they were stored, without those that are invalid. */
export function readSizes(text: string | null): ChosenSizes {
  let read: unknown
  try {
    read = JSON.parse(text ?? '')
  } catch {
    // Nothing was chosen.
  }
  const of = (audience: Audience): Partial<Sizes> => sizesOf(partOf(read, audience))
  return { learn: of('learn'), debug: of('debug'), designs: of('designs') }
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}

function sizesOf(kept: unknown): Partial<Sizes> {
  const size = (name: SizeName): Partial<Sizes> => {
    const value = partOf(kept, name)
    return typeof value === 'number' && Number.isFinite(value) ? { [name]: clamped(name, value) } : {}
  }
  return { ...size('left'), ...size('folded') }
}

export function keptSizes(): ChosenSizes {
  try {
    return readSizes(localStorage.getItem(KEY))
  } catch {
    return readSizes(null)
  }
}

export function keepSizes(sizes: ChosenSizes): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(sizes))
  } catch {
    // Without storage the sizes hold until the page is closed. Nobody needs a notice about that.
  }
}
