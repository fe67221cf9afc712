import type { OutcomeDetail, StepDetail } from '../events.ts'
import type { ElementTheme } from '../settings.ts'

/** The version of the protocol, and what tells its messages from all others that windows send each other. */
export const PROTOCOL = 1

/** What the frame tells the page around it. */
export type FrameReport =
  /** How high it would like to be, in px. Goes to any page, and says nothing else. */
  | { readonly type: 'size'; readonly height: number }
  /** These go to a page that said hello, at the origin from which it did. */
  | { readonly type: 'step'; readonly step: StepDetail }
  | { readonly type: 'outcome'; readonly outcome: OutcomeDetail }

export type Message<Of> = Of & { readonly authzPlayground: typeof PROTOCOL }

/** What the page around a frame asks of it. */
export type FrameCommand =
  | { readonly type: 'hello' }
  | { readonly type: 'theme'; readonly theme: ElementTheme }
  /** Without a design, the scenario’s own decides. */
  | { readonly type: 'design'; readonly design: string | undefined }
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  | { readonly type: 'step'; readonly position: number }

/** Longer names are no design’s. */
const LONGEST = 100

/** Reads what another window sent. Whatever is not exactly a command of this version is none. Never throws. */
export function readCommand(data: unknown): FrameCommand | undefined {
  if (field(data, 'authzPlayground') !== PROTOCOL) return undefined
  const type = field(data, 'type')
  switch (type) {
    case 'hello':
    case 'play':
    case 'pause':
      return { type }
    case 'theme': {
      const theme = field(data, 'theme')
      return theme === 'light' || theme === 'dark' || theme === 'auto' ? { type, theme } : undefined
    }
    case 'design': {
      const design = field(data, 'design')
      if (design === undefined || design === null) return { type, design: undefined }
      return typeof design === 'string' && design.length <= LONGEST ? { type, design } : undefined
    }
    case 'step': {
      const position = field(data, 'position')
      return typeof position === 'number' && Number.isSafeInteger(position) ? { type, position } : undefined
    }
    default:
      return undefined
  }
}

/** A field of its own that a value has. */
function field(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? Object.getOwnPropertyDescriptor(data, name)?.value : undefined
}
