import '../site.ts'
import './page.css'
import type { OutcomeDetail } from '../events.ts'
import { ATTRIBUTES } from '../settings.ts'
import { frameAttributes } from './options.ts'
import { type FrameReport, type Message, PROTOCOL, readCommand } from './protocol.ts'

const element = document.createElement('authz-playground')

/** Puts what the address says into the element. */
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

/** The origin of the page around, once it said hello; nobody else hears what happens here, or is listened to. */
let host: string | undefined

function report(what: FrameReport, origin: string | undefined): void {
  if (window.parent === window || origin === undefined) return
  const message: Message<FrameReport> = { ...what, authzPlayground: PROTOCOL }
  window.parent.postMessage(message, origin)
}

// A page that frames this one sees how high it is drawn anyway, so its height may go to any.
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
element.addEventListener('authz-step', ({ detail }) => report({ type: 'step', step: detail }, host))

addEventListener('message', ({ data, source, origin }) => {
  if (source !== window.parent || window.parent === window) return
  const command = readCommand(data)
  if (command === undefined || origin === 'null') return
  if (command.type === 'hello') {
    host = origin
    tellHeight()
    if (outcome !== undefined) report({ type: 'outcome', outcome }, host)
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
