import { type Intent, type OwnPermission, ownIntent } from '@authz-playground/examples/intents'
import { useMemo } from 'react'
import { useLastAnswer, usePlayground, workerApi } from '../../../session/index.ts'

/** The intent that the request on the page stands for, or why there is none. Undefined until that is known. */
export function useOwnIntent(): { readonly intent: Intent } | { readonly no: string } | undefined {
  const answer = usePlayground((now) => now.answer)
  const asked = useLastAnswer(() => workerApi().permission(), [answer])
  // The same permission keeps its surveys, although each answer brings a new object.
  const key = asked && JSON.stringify(asked)
  return useMemo(() => {
    if (key === undefined) return undefined
    const read = JSON.parse(key) as OwnPermission['asked'] | { readonly no: string }
    return 'no' in read ? read : { intent: ownIntent(read) }
  }, [key])
}
