import { linkParts } from '@authz-playground/engine/internal/scenario-file'
import { ADDRESSED, type AddressedDialog, type Choices } from './screen.ts'

/** The content of the page's address, after its `#`. */
export interface Address {
  /** A named example or a document, as links have it; empty where the address holds none. */
  readonly scenario: string
  /** The scenario is too long for an address. It is in the memory of the browser that wrote the address. */
  readonly kept?: boolean
  /** The step of the request that is shown, from 0; absent at the end. The hash counts from 1, as the page does. */
  readonly step?: number
  readonly audience?: string
  readonly dialog?: AddressedDialog
  readonly choices?: Choices
}

/** In place of a scenario that is too long. */
const KEPT = 'kept'
const STEP = 'step'
// The name in links since the first ones: they must still open.
const AUDIENCE = 'door'

/** The longest value of a choice, in UTF-16 code units: longer ones are not written, and not read. */
const LONGEST = 200

/** The hash of an address, with its `#`: the scenario, its step, the audience, the dialog, and the choices in it. */
export function addressHash({ scenario, kept, step, audience, dialog, choices = {} }: Address): string {
  const { of } = choices
  const parts = [
    scenario,
    kept ? KEPT : '',
    step === undefined ? '' : `${STEP}=${step + 1}`,
    audience === undefined ? '' : `${AUDIENCE}=${encoded(audience)}`,
    dialog === undefined ? '' : of === undefined || of.length > LONGEST ? dialog : `${dialog}/${encoded(of)}`,
    ...(dialog === undefined ? [] : ADDRESSED[dialog]).flatMap((name) => {
      const value = choices[name]
      return name === 'of' || value === undefined || value.length > LONGEST ? [] : [`${name}=${encoded(value)}`]
    }),
  ]
  return `#${parts.filter(Boolean).join('&')}`
}

/** The content of an address, and a sentence for each part that is not understood. */
export interface ReadAddress {
  readonly address: Address
  readonly problems: readonly string[]
}

/** Reads a hash from any source. The scenario is not inflated here. Accepts any text and never throws. */
export function readAddress(hash: string): ReadAddress {
  const { scenario, places } = linkParts(hash)
  let address: Address = { scenario }
  const problems: string[] = []
  for (const part of places) {
    const known = readPart(part, address)
    if (known === undefined) problems.push(`This link has a part “${part}” that the page does not know.`)
    else if (typeof known === 'string') problems.push(known)
    else address = { ...address, ...known }
  }
  return { address, problems }
}

/** What a part adds to the parts before it, or its error as a sentence; undefined for an unknown one. */
function readPart(part: string, { dialog, choices }: Address): Partial<Address> | string | undefined {
  if (part === KEPT) return { kept: true }
  const [, name = '', value = ''] = /^([a-z]+)=(.*)$/s.exec(part) ?? []
  if (name === STEP) {
    if (!/^[1-9]\d{0,3}$/.test(value)) return `This link names a step that is not a number from 1: “${value}”.`
    return { step: Number(value) - 1 }
  }
  const read = name === '' ? undefined : decoded(value)
  if (name === AUDIENCE) return read === undefined ? undefined : { audience: read }
  if (name !== '') {
    const offered: readonly string[] = dialog === undefined ? [] : ADDRESSED[dialog]
    return read !== undefined && name !== 'of' && offered.includes(name)
      ? { choices: { ...choices, [name]: read } }
      : undefined
  }
  const named = (Object.keys(ADDRESSED) as AddressedDialog[]).find((id) => part === id || part.startsWith(`${id}/`))
  if (named === undefined) return undefined
  const of = part === named ? undefined : decoded(part.slice(named.length + 1))
  if (part === named) return { dialog: named }
  const about: readonly string[] = ADDRESSED[named]
  return of !== undefined && of !== '' && about.includes('of') ? { dialog: named, choices: { of } } : undefined
}

/** Some characters need no encoding in a hash, and a person reads the address better without it. */
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':')
}

function decoded(value: string): string | undefined {
  try {
    const text = decodeURIComponent(value)
    return text.length > LONGEST ? undefined : text
  } catch {
    return undefined
  }
}
