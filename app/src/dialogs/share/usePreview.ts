import { decider, useLastAnswer } from '../../session/index.ts'
import type { AnswerView } from '../../worker/index.ts'

/** The address of the answer’s picture, made anew when it or its title changes; undefined until then, and where there is none. */
export function usePreview(answer: AnswerView | undefined, title: string): string | undefined {
  const drawn = answer?.trace !== undefined
  const svg = useLastAnswer(() => (drawn ? decider().picture('svg', title) : undefined), [answer, title])
  // An address that needs not be taken back: one that was is an error of the page while its image still loads.
  return drawn && svg !== undefined ? `data:image/svg+xml,${encodeURIComponent(svg)}` : undefined
}
