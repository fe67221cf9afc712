import { plainText } from '@authz-playground/engine'
import { shortened } from '@authz-playground/pictures'
import { useEffect, useRef } from 'react'
import { announce } from '../../ui/index.ts'
import { type AnswerView, caveatOf } from '../../worker/index.ts'

/** A pause of typing, after which an answer is worth saying. Milliseconds. */
const SETTLED = 600

/** Says a new answer to screen readers once it has settled, so that typing is not talked into. The first is read where it stands. */
export function useAnnouncedAnswer(answer: AnswerView | undefined): void {
  const said = useRef<string>(undefined)
  useEffect(() => {
    if (answer === undefined) return
    const sentence = shortened([caveatOf(answer) ?? '', plainText(answer.sentence)].join(' ').trim())
    if (said.current === undefined) said.current = sentence
    if (said.current === sentence) return
    const timer = setTimeout(() => {
      said.current = sentence
      announce(sentence)
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [answer])
}
