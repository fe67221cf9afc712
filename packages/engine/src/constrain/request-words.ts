import { userInfo } from '../kube/index.ts'
import { attributesAsked, type SeenRequest } from '../logs/index.ts'
import { identityInWords } from '../rights/index.ts'
import type { RichText } from '../trace/index.ts'
import { doing } from '../words/index.ts'

const NOBODY = userInfo({ username: '' })

/** An observed request in words: "list pods in namespace prod, as jane". */
export function requestInWords({ attributes, target }: SeenRequest): RichText {
  const what = doing(attributesAsked(attributes, NOBODY))
  return target === undefined ? what : [...what, ', as ', ...identityInWords(target)]
}

/** A number of requests each of which is counted once: “12 different requests”, and “1 request” of one. */
export function differentRequests(count: number): string {
  return count === 1 ? '1 request' : `${count.toLocaleString('en')} different requests`
}
