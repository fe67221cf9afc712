import { useEffect, useState } from 'react'
import type { AnswerView } from '../scenario/answer.ts'
import { decider } from '../scenario/playground.ts'

/** The address of the answer’s picture, made anew when it or its title changes; undefined until then, and where there is none. */
export function usePreview(answer: AnswerView | undefined, title: string): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (answer?.trace === undefined) return setAddress(undefined)
    let current = true
    let made: string | undefined
    void decider()
      .picture('svg', title)
      .then((svg) => {
        if (!current || svg === undefined) return
        made = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
        setAddress(made)
      })
    return () => {
      current = false
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [answer, title])
  return address
}
