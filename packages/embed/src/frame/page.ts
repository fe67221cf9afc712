import '../site.ts'
import './page.css'
import type { GoalsDetail, OutcomeDetail } from '../events.ts'
import { ATTRIBUTES } from '../settings.ts'
import { frameAttributes } from './options.ts'
import { type FrameReport, type Message, PROTOCOL, readCommand } from './protocol.ts'

const element = document.createElement('authz-playground')

/** Sets the attributes of the element from the address. */
function follow(): void {
  const attributes = frameAttributes(location)
  for (const name of ATTRIBUTES) {
    const value = attributes.get(name)
    if (value === undefined) element.removeAttribute(name)
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
}

follow()
addEventListener('hashchange', follow)
document.body.append(element)

/** The origin of the page around, once it said hello. Only that origin gets events and may send commands. */
let host: string | undefined

function report(what: FrameReport, origin: string | undefined): void {
  if (window.parent === window || origin === undefined) return
  const message: Message<FrameReport> = { ...what, authzPlayground: PROTOCOL }
  window.parent.postMessage(message, origin)
}

// The height goes to any page, because a page can measure its frame anyway.
const grown = new ResizeObserver(() => tellHeight())
grown.observe(element)

function tellHeight(): void {
  report({ type: 'size', height: Math.ceil(element.getBoundingClientRect().height) }, '*')
}

let outcome: OutcomeDetail | undefined
element.addEventListener('authz-outcome', ({ detail }) => {
  outcome = detail
  report({ type: 'outcome', outcome }, host)
})
let goals: GoalsDetail | undefined
element.addEventListener('authz-goals', ({ detail }) => {
  goals = detail
  report({ type: 'goals', goals }, host)
})
element.addEventListener('authz-step', ({ detail }) => report({ type: 'step', step: detail }, host))

addEventListener('message', ({ data, source, origin }) => {
  if (source !== window.parent || window.parent === window) return
  const command = readCommand(data)
  if (command === undefined || origin === 'null') return
  if (command.type === 'hello') {
    host = origin
    tellHeight()
    if (outcome !== undefined) report({ type: 'outcome', outcome }, host)
    if (goals !== undefined) report({ type: 'goals', goals }, host)
    return
  }
  if (origin !== host) return
  switch (command.type) {
    case 'theme':
      return element.setAttribute('theme', command.theme)
    case 'design':
      return command.design === undefined
        ? element.removeAttribute('design')
        : element.setAttribute('design', command.design)
    case 'play':
      return element.play()
    case 'pause':
      return element.pause()
    case 'step':
      element.position = command.position
  }
})
