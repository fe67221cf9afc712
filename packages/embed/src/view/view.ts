import type { ScenarioDocument } from '@authz-playground/engine/documents'
import type { Highlights, HighlightTarget } from '@authz-playground/engine/internal/report'
import type { ChartLayout, PlayerState, Story } from '@authz-playground/pictures'
import type { AnswerText, ElementAnswer } from '../deciding/answer.ts'
import type { ElementSettings } from '../settings.ts'

/** A text that people may edit. */
export type EditedText = 'request' | 'policy'

/** Everything that the element shows at a moment, as a value. */
export interface View {
  readonly settings: ElementSettings
  readonly document: ScenarioDocument
  readonly answer: ElementAnswer
  readonly texts: readonly AnswerText[]
  /** The texts that can be edited. */
  readonly edits: ReadonlySet<EditedText>
  /** Texts are shown whole, however long they are. */
  readonly unfolded: boolean
  /**
   * What a question to the reader holds back: `request`, nothing of its way is shown; `answer`, it travels, and its end is
   * not told. Absent where nothing is held back.
   */
  readonly held: 'request' | 'answer' | undefined
  /** Absent where something was not understood. */
  readonly story: Story | undefined
  readonly chart: ChartLayout
  readonly player: PlayerState
  readonly pinned: HighlightTarget | undefined
  /** The highlights for the place that is pointed at or pinned. */
  readonly highlights: Highlights
  /** The node that is pointed at, or pinned. */
  readonly noted: string | undefined
  /** A newer scenario is being decided. */
  readonly busy: boolean
  /** The address of a playground for links; absent where it is not known. */
  readonly home: string | undefined
  /** Milliseconds that the present phase takes; 0 where nothing moves. */
  readonly phaseTime: number
}

/** The actions of people. */
export interface Actions {
  scrub(position: number): void
  play(): void
  pause(): void
  edit(source: AnswerText['source'], text: string): void
  /** The address of the playground with this scenario; undefined where no playground is known. */
  permalink(): Promise<string | undefined>
}

/** A part of the figure: an element that is made once and updated with every view. */
export interface ViewPart {
  readonly root: HTMLElement
  update(view: View): void
}
