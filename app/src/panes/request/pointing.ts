import type { Check } from '@authz-playground/engine'
import type { Highlights, Place } from '../../session/index.ts'
import type { AnswerView } from '../../worker/index.ts'

/** A part of a request that checks ask about: its attributes, or one name of the user to impersonate. */
export type RequestPart =
  | { readonly kind: 'what' }
  | { readonly kind: 'username' }
  | { readonly kind: 'uid' }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'extra'; readonly key: string; readonly value: string }

/** Whether a check asks about a part. With many groups or extras one check with the name `*` asks about all of them. */
function isAbout({ purpose, attributes: { name, subresource } }: Check, part: RequestPart): boolean {
  switch (part.kind) {
    case 'what':
      return purpose === 'action' || purpose === 'request'
    case 'username':
    case 'uid':
      return purpose === part.kind
    case 'group':
      return purpose === 'group' && (name === '*' || name === part.name)
    case 'extra':
      return (
        purpose === 'extra' &&
        (subresource === '*' || subresource === part.key) &&
        (name === '*' || name === part.value)
      )
  }
}

/** Whether a part is highlighted: a highlighted step asks about it. */
export function isHighlighted(part: RequestPart, { steps }: Highlights, answer: AnswerView | undefined): boolean {
  if (steps.size === 0) return false
  return [...steps].some((index) => {
    const check = answer?.trace?.steps[index]?.check
    return check !== undefined && isAbout(check, part)
  })
}

/** The place of a part: its words in the written request, else the first step that asks about it. */
export function placeOfPart(part: RequestPart, answer: AnswerView | undefined): Place | undefined {
  const about = (answer?.checks ?? []).filter(({ step }) => {
    const check = answer?.trace?.steps[step]?.check
    return check !== undefined && isAbout(check, part)
  })
  const range =
    about.find(({ request }) => request.length === 1)?.request[0] ??
    about.find(({ request }) => request.length > 0)?.request[0]
  if (range !== undefined) return { kind: 'request', offset: range.start }
  return about[0] && { kind: 'step', step: about[0].step }
}
