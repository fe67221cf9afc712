import { userInfo } from '@authz-playground/engine'
import type { AnswerText } from '../deciding/answer.ts'
import { CodePart } from './code.ts'
import { html, words } from './dom.ts'
import type { Actions, ViewPart } from './view.ts'

/** The request with its requestor. */
export function requestText(actions: Actions): ViewPart {
  const sender = html('p', { class: 'sender' })
  const code = new CodePart('request', actions)
  const root = html('div', { class: 'texts', part: 'request' }, code.root)
  return {
    root,
    update(view) {
      code.update(view)
      if (sender.parentNode === null) code.root.querySelector('.head')?.after(sender)
      const { requestor, earlier = [], later = [] } = view.answer.scenario
      const { username, groups } = userInfo(requestor)
      const all = earlier.length + 1 + later.length
      sender.replaceChildren(
        ...words([
          'Sent by ',
          { code: username },
          ...(groups.length === 0
            ? []
            : [', in ', ...groups.flatMap((code, at) => [...(at === 0 ? [] : [', ']), { code }])]),
          ...(all === 1 ? ['.'] : [`; request ${earlier.length + 1} of ${all} to the same server.`]),
        ]),
      )
    },
  }
}

/** The texts of the cluster. */
export function clusterTexts(actions: Actions): ViewPart {
  const root = html('div', { class: 'texts', part: 'policy' })
  const shown = new Map<Exclude<AnswerText['source'], 'request'>, ViewPart>()
  return {
    root,
    update(view) {
      const sources = new Set(view.texts.flatMap(({ source }) => (source === 'request' ? [] : [source])))
      for (const [source, code] of [...shown]) {
        if (sources.has(source)) continue
        code.root.remove()
        shown.delete(source)
      }
      for (const source of sources) {
        const known = shown.get(source)
        const code = known ?? new CodePart(source, actions)
        shown.set(source, code)
        code.update(view)
        if (known === undefined) root.append(code.root)
      }
    },
  }
}
