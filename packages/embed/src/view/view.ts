import type { ScenarioDocument } from '@authz-playground/engine/scenario-file'
import type { Highlights, HighlightTarget } from '@authz-playground/engine/views'
import type { ChartLayout, PlayerState, Story } from '@authz-playground/pictures'
import type { AnswerText, ElementAnswer } from '../deciding/answer.ts'
import type { ElementSettings } from '../settings.ts'

/** Everything that is shown at a moment, as a value. */
export interface View {
  readonly settings: ElementSettings
  readonly document: ScenarioDocument
  readonly answer: ElementAnswer
  readonly texts: readonly AnswerText[]
  /** Absent while something was not understood. */
  readonly story: Story | undefined
  readonly chart: ChartLayout
  readonly player: PlayerState
  readonly pinned: HighlightTarget | undefined
  /** What lights up, by what is pointed at or pinned. */
  readonly lit: Highlights
  /** The node that is pointed at, or pinned. */
  readonly noted: string | undefined
  /** Something newer than this is being decided. */
  readonly busy: boolean
  /** Where a playground is that opens scenarios; absent where nobody said. */
  readonly home: string | undefined
  /** Milliseconds that the present phase takes; 0 where nothing moves. */
  readonly phaseTime: number
}

/** What people do. */
export interface Actions {
  scrub(position: number): void
  play(): void
  pause(): void
  edit(source: AnswerText['source'], text: string): void
  /** The address of the playground with this scenario in it; undefined where nobody said where one is. */
  permalink(): Promise<string | undefined>
}

/** A part of the figure: an element that is made once, and brought up to date with every view. */
export interface ViewPart {
  readonly root: HTMLElement
  update(view: View): void
}
