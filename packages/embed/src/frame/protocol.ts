import type { GoalsDetail, OutcomeDetail, StepDetail } from '../events.ts'
import type { ElementTheme } from '../settings.ts'

/** The version of the protocol. It also distinguishes its messages from all others between windows. */
export const PROTOCOL = 1

/** A message of the frame to the page around it. */
export type FrameReport =
  /** The wanted height, in px. It goes to any page, and has nothing else. */
  | { readonly type: 'size'; readonly height: number }
  /** These go only to the origin that said hello. */
  | { readonly type: 'step'; readonly step: StepDetail }
  | { readonly type: 'outcome'; readonly outcome: OutcomeDetail }
  | { readonly type: 'goals'; readonly goals: GoalsDetail }

export type Message<Of> = Of & { readonly authzPlayground: typeof PROTOCOL }

/** A message of the page around to the frame. */
export type FrameCommand =
  | { readonly type: 'hello' }
  | { readonly type: 'theme'; readonly theme: ElementTheme }
  /** Without a design, that of the scenario decides. */
  | { readonly type: 'design'; readonly design: string | undefined }
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  | { readonly type: 'step'; readonly position: number }

/** The longest id of a design. UTF-16 code units. */
const LONGEST = 100

/** Reads a message of another window; undefined unless it is exactly a command of this version. Never throws. */
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

/** The own property of a value. */
function field(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? Object.getOwnPropertyDescriptor(data, name)?.value : undefined
}
