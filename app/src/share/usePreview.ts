import { useEffect, useState } from 'react'
import type { AnswerView } from '../scenario/answer.ts'
import { decider } from '../scenario/playground.ts'

/** The address of the answer’s picture, made anew when it or its title changes; undefined until then, and where there is none. */
export function usePreview(answer: AnswerView | undefined, title: string): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (answer?.trace === undefined) return setAddress(undefined)
    let current = true
    void decider()
      .picture('svg', title)
      .then((svg) => {
        // An address that needs not be taken back: one that was is an error of the page while its image still loads.
        if (current && svg !== undefined) setAddress(`data:image/svg+xml,${encodeURIComponent(svg)}`)
      })
    return () => {
      current = false
    }
  }, [answer, title])
  return address
}
