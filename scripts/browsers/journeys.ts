import { holds, press, see, type Visitor, write } from './visitor.ts'

/** A way through the page that a person takes, from a fresh start at an address. It throws where it fails. */
export interface Journey {
  readonly name: string
  /** The size of the page in CSS pixels. */
  readonly size: readonly [width: number, height: number]
  /** The hash that it arrives with. */
  readonly hash: string
  /** The audience that the browser remembers; Designs unless given. */
  readonly audience?: 'learn'
  walk(visitor: Visitor): Promise<void>
}

const LAPTOP = [1440, 900] as const
const PHONE = [390, 844] as const
const REFUSED = '#example/docs-user-delete'
const GRANTED = '#example/docs-user-list'

/** The journeys that each browser takes, in order. */
export const JOURNEYS: readonly Journey[] = [
  {
    name: 'arrive: the answer, its checks and the chart',
    size: LAPTOP,
    hash: REFUSED,
    walk: async (visitor) => {
      await see(visitor, /403\s?: service account default\/my-controller may not delete/)
      await see(visitor, /\d checks?:/)
      await holds(
        visitor,
        'a chart with nodes',
        '() => document.querySelectorAll("#chart svg, #chart [role=button], #chart button").length > 3',
      )
    },
  },
  {
    name: 'learn from example to example, and choose the other audiences',
    size: LAPTOP,
    hash: GRANTED,
    audience: 'learn',
    walk: async (visitor) => {
      await see(visitor, /200\s?: service account/)
      await press(visitor, { role: 'button', name: 'As a service account' })
      await see(visitor, /allowed by impersonate:serviceaccount/)
      await press(visitor, { role: 'button', name: 'Debug' })
      await see(visitor, /From a cluster/)
      await press(visitor, { role: 'button', name: 'Designs' })
      await see(visitor, /All 16/)
    },
  },
  {
    name: 'edit the policy, and undo it',
    size: LAPTOP,
    hash: GRANTED,
    walk: async (visitor) => {
      await see(visitor, /200\s?: service account/)
      await write(visitor, 'Policy', 'x')
      await see(visitor, /Not decided|error/i)
      await press(visitor, { role: 'button', name: /^Undo/ })
      await see(visitor, /200\s?: service account/)
    },
  },
  {
    name: 'play a request to its end',
    size: LAPTOP,
    hash: GRANTED,
    walk: playToTheEnd,
  },
  { name: 'play a request to its end, on a phone', size: PHONE, hash: GRANTED, walk: playToTheEnd },
  {
    name: 'search the gallery and open an example',
    size: LAPTOP,
    hash: GRANTED,
    walk: async (visitor) => {
      await see(visitor, /200\s?: service account/)
      await press(visitor, { role: 'button', name: /^Example: / })
      await press(visitor, { role: 'searchbox', name: /./ })
      await visitor.type('delete a pod as jane')
      await press(visitor, { role: 'button', name: /^(\d{3} )?Delete a pod as jane/ })
      await see(visitor, /403\s?: service account default\/my-controller may not delete/)
    },
  },
  {
    name: 'compare every design, and two side by side, with nothing edited',
    size: LAPTOP,
    hash: GRANTED,
    walk: async (visitor) => {
      await see(visitor, /200\s?: service account/)
      await press(visitor, { role: 'button', name: 'Compare designs' })
      await press(visitor, { role: 'tab', name: 'Every design' })
      await see(visitor, /Of \d+ designs of impersonation, \d+ answers? 200/)
      await press(visitor, { role: 'tab', name: 'Side by side' })
      await see(visitor, /Side by side.*\b(200|403)\b.*\b(200|403)\b/)
    },
  },
  {
    name: 'share: the picture, and a link that opens the same',
    size: LAPTOP,
    hash: REFUSED,
    walk: async (visitor) => {
      await see(visitor, /403\s?: service account/)
      await press(visitor, { role: 'button', name: /^Share/ })
      await holds(
        visitor,
        'a preview of the picture',
        '() => [...document.querySelectorAll("dialog[open] img")].some((one) => one.naturalWidth > 0)',
      )
      const link = await visitor.evaluate<string>(LINK_SHOWN)
      await visitor.goto('about:blank')
      await visitor.goto(link)
      await see(visitor, /403\s?: service account default\/my-controller may not delete/)
    },
  },
  {
    name: 'the script for a cluster',
    size: LAPTOP,
    hash: REFUSED,
    walk: async (visitor) => {
      await see(visitor, /403\s?: service account/)
      await press(visitor, { role: 'button', name: /^On your cluster/ })
      await see(visitor, /kubectl/)
    },
  },
  {
    name: 'the frame with the element answers',
    size: LAPTOP,
    hash: GRANTED,
    walk: async (visitor) => {
      const site = await visitor.evaluate<string>('() => location.origin')
      await visitor.goto('about:blank')
      await visitor.goto(`${site}/embed.html${REFUSED}`)
      await holds(visitor, 'an element that says 403', ELEMENT_SAYS_403)
    },
  },
  {
    name: 'nothing scrolls sideways on a phone',
    size: PHONE,
    hash: REFUSED,
    walk: async (visitor) => {
      await see(visitor, /403\s?: service account/)
      await holds(visitor, 'no wider than the window', '() => document.documentElement.scrollWidth <= innerWidth')
    },
  },
]

async function playToTheEnd(visitor: Visitor): Promise<void> {
  await see(visitor, /200\s?: service account/)
  await press(visitor, { role: 'button', name: /^Play/ })
  await see(visitor, /Pause/)
  await see(visitor, /Play/)
  await see(visitor, /The client gets 200/)
}

/** Runs in the page: the link that the open dialog shows. */
const LINK_SHOWN = `() => {
  const shown = [...document.querySelectorAll('dialog[open] input, dialog[open] textarea')].map((one) => one.value)
  return shown.find((text) => text.startsWith('http')) || location.href
}`

/** Runs in the page: the element, whose text is in its shadow, says how the request ended. */
const ELEMENT_SAYS_403 = `() => {
  const element = document.querySelector('authz-playground')
  return Boolean(element && element.shadowRoot && /403/.test(element.shadowRoot.textContent))
}`
