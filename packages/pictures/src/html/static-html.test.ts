import type { ScenarioDocument } from '@authz-playground/engine/documents'
import { visibleLine } from '@authz-playground/engine/internal/words'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlPage, htmlText } from './markup.ts'
import { staticHtml } from './static-html.ts'
import { PAGE_DOCUMENT, readMarkup, staticInput } from './testing.ts'

const whole = async (document: ScenarioDocument = PAGE_DOCUMENT) => staticHtml(await staticInput(document))

/** Without its style and its picture. */
const form = async (document: ScenarioDocument = PAGE_DOCUMENT) =>
  (await whole(document))
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/(aria-label="Flowchart".*?>)<svg [\s\S]*?<\/svg>(?=<\/div>)/, '$1')

const inScenario = (change: Partial<ScenarioDocument['scenario']>): ScenarioDocument => ({
  ...PAGE_DOCUMENT,
  scenario: { ...PAGE_DOCUMENT.scenario, ...change },
})

const cellsOf = (html: string) =>
  [...html.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => readMarkup(cell).text.trim())

describe('the static form', () => {
  it('says the answer with its mark, and why, before all else', async () => {
    const { text } = readMarkup(await form())
    expect(text.trim()).toMatch(
      /^The deputy lists pods\n403: jane may not list pods in namespace prod: deputy may act as jane, but no rule grants jane the request itself\.\n/,
    )
    expect(await form()).toMatch(/<b class="azp-refused"><svg [^>]*aria-hidden="true"/)
    expect(text).toContain('The action first, then impersonate:user-info.')
  })

  it('says below a refusal what else there is to say', async () => {
    const refusal = [['Line 6 comes closest: all but the ', { code: 'verb' }, '.']]
    const html = staticHtml({ ...(await staticInput(PAGE_DOCUMENT)), refusal })
    expect(html).toContain('<p class="azp-soft">Line 6 comes closest: all but the <code>verb</code>.</p>')
  })

  it('has a row a check: the question, the decision, who answered, by which rule on which line', async () => {
    expect(cellsOf(await form())).toEqual([
      '1',
      'May deputy use impersonate-on:user-info:list on pods in namespace prod?',
      'Allow',
      'RBAC: rule 2 of ClusterRole as-jane, line 6; ClusterRoleBinding as-jane, line 8',
      '2',
      'May deputy use impersonate:user-info on users.authentication.k8s.io named jane cluster-wide?',
      'Allow',
      'RBAC: rule 1 of ClusterRole as-jane, line 5; ClusterRoleBinding as-jane, line 8',
      '3',
      'May jane list pods in namespace prod?',
      'NoOpinion',
      'No authorizer allows it',
    ])
  })

  it('lists what a role would grant, with the line that covers each rule', async () => {
    const group = 'rbac.authorization.k8s.io'
    const policy = PAGE_DOCUMENT.scenario.policy.replace(
      'rules:\n',
      `rules:\n- {verbs: [create], apiGroups: [${group}], resources: [clusterroles]}\n`,
    )
    const body = `kind: ClusterRole\nmetadata: {name: new}\nrules:\n- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [jane, joe]}`
    const text = `POST /apis/${group}/v1/clusterroles HTTP/1.1\nContent-Type: application/yaml\n\n${body}`
    const html = await form(inScenario({ policy, request: { form: 'http', text } }))
    const at = html.indexOf('<p>What it would grant')
    expect(readMarkup(html.slice(at, html.indexOf('</ul>', at) + '</ul>'.length)).text).toBe(
      'What it would grant, compared with what deputy holds cluster-wide:\n' +
        'impersonate:user-info on users.authentication.k8s.io named joe: not held' +
        'impersonate:user-info on users.authentication.k8s.io named jane: held by line 6, of ClusterRole as-jane',
    )
    expect(await form()).not.toContain('would grant')
  })

  it('says so where no check was made', async () => {
    const { text } = readMarkup(
      await form(inScenario({ request: { form: 'http', text: 'GET /api/v1/pods\nImpersonate-Group: a' } })),
    )
    expect(text).toContain('400: the headers ask for a group')
    expect(text).toContain('No check was made.')
  })

  it('shows conditions and their results', async () => {
    const text = readMarkup(await form(inScenario({ design: 'compiled' }))).text
    expect(text).toContain('Conditional, then')
    expect(text).toMatch(/Allow, only if \(line \d.*\):/)
    expect(text).toContain('came to true')
  })

  it('has the request, who sends it, and the policy with the lines that decided marked', async () => {
    const html = await form()
    expect(readMarkup(html).text).toContain(
      'Sent by deputy; group ops.\nGET /api/v1/namespaces/prod/pods HTTP/1.1\nImp',
    )
    expect([...html.matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, line]) => line)).toEqual([
      expect.stringContaining('impersonate:user-info'),
      expect.stringContaining('impersonate-on:user-info:list'),
      'apiVersion: rbac.authorization.k8s.io/v1',
    ])
    expect(html).toContain('12 lines; the 3 that decided are marked.')
  })

  it('shows the other texts of the cluster where it has any', async () => {
    const authorizationModes = ['Node', 'RBAC'] as const
    const document = inScenario({
      objects:
        'apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: prod}\nspec: {nodeName: node-1, serviceAccountName: web}\n',
      cluster: { version: '1.36', authorizationModes },
    })
    expect(await form(document)).toContain('<summary>Stored objects</summary>')
    expect(await form()).not.toContain('Stored objects')
  })

  it('has the chart with its way and legend alone, with nothing in it that the form says', async () => {
    const html = await whole()
    const [picture = ''] = /<svg [^>]*role="img"[\s\S]*?<\/svg>(?=<\/div>)/.exec(html) ?? []
    expect(picture).toMatch(/aria-label="The path of the request over the flowchart. 403: jane may not list pods/)
    const { text } = readMarkup(picture)
    expect(text).toContain('the way of the request')
    expect(text).not.toContain('jane')
    expect(picture).not.toMatch(/\sid=|<style/)
  })

  it('takes the address of an image instead, whose alternative text says what it shows', async () => {
    expect(staticHtml({ ...(await staticInput(PAGE_DOCUMENT)), image: 'a".svg' })).toMatch(
      /<img src="a&quot;.svg" alt="The path of the request over the flowchart. 403: jane may not list[^"]*" loading="lazy">/,
    )
  })

  it('gives every colour of the picture both themes', async () => {
    const html = await whole()
    const used = new Set([...html.matchAll(/class="[^"]*?\b([fs]-[a-z-]+)/g)].map(([, name]) => name))
    expect(used.size).toBeGreaterThan(5)
    for (const name of used) expect(html).toMatch(new RegExp(`\\.azp \\.${name}\\{(fill|stroke):light-dark\\(`))
  })

  it('says before the answer what keeps it from resting on the whole input', async () => {
    const { text } = readMarkup(
      staticHtml({ ...(await staticInput(PAGE_DOCUMENT)), caveat: 'Not all <of it>.' }).replace(
        /<style>[\s\S]*?<\/style>/,
        '',
      ),
    )
    expect(text).toMatch(/^\s*The deputy lists pods\nNot all &lt;of it&gt;\.\n403: jane/)
  })

  it('is the same every time, and has no id and no script', async () => {
    expect(await whole()).toBe(await whole())
    expect(await whole()).not.toMatch(/\sid=|<script|\son\w+=/)
  })

  it('stays one figure, whatever names and texts say, and shows all of them', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('<', '>', '&', '"', "'", '`', '/', '-', '!', 'a', '\u0000', '\u202e', '\r', '\n'),
      }),
      fc.constantFrom(
        '</figure></authz-playground>',
        '<img src=x onerror=alert(1)>',
        '"><script>alert(1)</script>',
        ']]>',
        '&lt;',
      ),
    )
    const wanted = readMarkup(await form()).tags.filter((tag) => !['code', 'br'].includes(tag))
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (title, username, comment) => {
        const html = await form({
          ...PAGE_DOCUMENT,
          title: `t${title}`,
          scenario: {
            ...PAGE_DOCUMENT.scenario,
            policy: `${PAGE_DOCUMENT.scenario.policy}#${comment.replace(/[^\x20-\x7e]/g, '')}`,
            requestor: { username: `deputy`, extra: { [username]: [username] } },
          },
        })
        const { tags, text } = readMarkup(html)
        expect(tags.filter((tag) => !['code', 'br', 'span'].includes(tag))).toEqual(
          wanted.filter((tag) => tag !== 'span'),
        )
        expect(text).toContain(htmlText(visibleLine(`${username}=${username}`)))
        expect(text).toContain(htmlText(comment.replace(/[^\x20-\x7e]/g, '')))
      }),
    )
  })
})

it('says of a document with an AuthorizationConfiguration what its webhooks did, and not the modes', async () => {
  const authorizationConfig = `apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers:
- type: Webhook
  name: agent
  webhook:
    timeout: 3s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: NoOpinion
    connectionInfo: {type: KubeConfigFile, kubeConfigFile: /etc/agent}
    matchConditions: [{expression: request.user != "deputy"}]
- {type: RBAC, name: rbac}
`
  const { text } = readMarkup(await form(inScenario({ authorizationConfig })))
  expect(text).toContain('Webhook agent: skipped, because match condition 1, in line 12')
  expect(text).toContain('Kubernetes 1.36; authorizers as the AuthorizationConfiguration lists them.')
  expect(text).not.toContain('authorizers RBAC')
})

describe('a page of its own', () => {
  it('has the form, and loads the module where it has an address', () => {
    const page = htmlPage('<Title>', '<p>form</p>\n')
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(page).toContain('<title>&lt;Title&gt;</title>')
    expect(page).not.toContain('<script')
    expect(htmlPage('', '', 'https://example.org/a.js?b&c')).toContain(
      '<script type="module" src="https://example.org/a.js?b&amp;c"></script>',
    )
    expect(readMarkup(page.replace(/<style>[\s\S]*?<\/style>/, '')).tags).toContain('main')
  })
})
