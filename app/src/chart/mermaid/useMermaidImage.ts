import { useCallback, useEffect, useState } from 'react'
import { workerApi } from '../../session/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import type { MermaidImage } from './draw-mermaid.ts'

/** The mermaid text of an answer and its drawing: waiting, drawn, or not arrived. */
export type MermaidState =
  | { readonly is: 'waiting' }
  | { readonly is: 'drawn'; readonly source: string; readonly image: MermaidImage }
  | { readonly is: 'missing' }

const WAITING: MermaidState = { is: 'waiting' }

/** Loads mermaid when it is first needed. The drawing before stays until the new one is there. */
export function useMermaidImage(answer: AnswerView, dark: boolean): { readonly state: MermaidState; tryAgain(): void } {
  const [state, setState] = useState(WAITING)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt draws anew
  useEffect(() => {
    let current = true
    drawnAs(answer, dark)
      .catch((): MermaidState => ({ is: 'missing' }))
      .then((next) => {
        if (current && next !== undefined) setState(next)
      })
    return () => {
      current = false
    }
  }, [answer, dark, attempt])
  const tryAgain = useCallback(() => {
    setState(WAITING)
    setAttempt((before) => before + 1)
  }, [])
  return { state, tryAgain }
}

/** Undefined where the answer has changed in the meantime. Then the next answer is drawn. */
async function drawnAs(answer: AnswerView, dark: boolean): Promise<MermaidState | undefined> {
  const [{ drawMermaid }, source] = await Promise.all([
    import('./draw-mermaid.ts'),
    workerApi().picture('mermaid', answer.design.title),
  ])
  return source === undefined ? undefined : { is: 'drawn', source, image: await drawMermaid(source, dark) }
}
