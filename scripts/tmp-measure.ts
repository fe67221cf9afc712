import { linkHash } from '@authz-playground/engine/documents'
import { FIRST } from '@authz-playground/examples/first'
import { chromium, type Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
const ROLE = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: reader
rules:
- apiGroups: ['']
  resources: [pods, services]
  verbs: [get, list, watch]
`
const S = '/tmp/s-freeze2/files/'
const { mkdirSync } = await import('node:fs'); mkdirSync(S, { recursive: true })
const site = process.env.SITE ?? 'http://localhost:4392/'
const json = (n: number) => { const item = {apiVersion:'rbac.authorization.k8s.io/v1',kind:'ClusterRole',metadata:{name:'reader'},rules:[{apiGroups:[''],resources:['pods','services'],verbs:['get','list','watch']}]}; const one = JSON.stringify(item,null,2); return `{"apiVersion":"v1","kind":"List","items":[\n${Array(Math.ceil(n/one.length)).fill(one).join(',\n')}\n]}` }
const event = (i: number) => JSON.stringify({kind:'Event',apiVersion:'audit.k8s.io/v1',level:'Metadata',auditID:`a${i}`,stage:'ResponseComplete',requestURI:`/api/v1/namespaces/prod/pods/web-${i}`,verb:'get',user:{username:'jane',groups:['system:authenticated']},objectRef:{resource:'pods',namespace:'prod',name:`web-${i}`,apiVersion:'v1'},responseStatus:{code:200},annotations:{'authorization.k8s.io/decision':'allow','authorization.k8s.io/reason':''}})
const log = (n: number) => { const out: string[] = []; let l = 0; for (let i=0; l<n; i++) { const e = event(i); out.push(e); l += e.length+1 } return out.join('\n')+'\n' }
const link = (policy: string) => linkHash({ document: { title: '', explanation: '', expect: [], scenario: { ...FIRST.scenario, policy } } })
async function pasteInto(page: Page, name: string, text: string) {
  await page.goto(site)
  await page.getByRole('textbox', { name }).click()
  await page.locator('.monaco-editor').first().waitFor()
  await page.route('**/__text', (r) => r.fulfill({ body: text }))
  await page.evaluate(`fetch('/__text').then(r=>r.text()).then(t=>navigator.clipboard.writeText(t))`)
  await page.keyboard.press('Control+a')
  await page.waitForTimeout(2500)
  await page.evaluate('globalThis.longs = []')
  await page.keyboard.press('Control+v')
}
async function dropOnPolicy(page: Page, name: string, text: string) {
  await page.goto(site); await page.waitForTimeout(3000)
  await page.route('**/__text', (r) => r.fulfill({ body: text }))
  await page.evaluate(`fetch('/__text').then(r=>r.text()).then(t=>{globalThis.dt=new DataTransfer(); dt.items.add(new File([t],${JSON.stringify(name)})) })`)
  await page.waitForTimeout(500)
  await page.evaluate('globalThis.longs = []')
  await page.evaluate(`(()=>{ const at=document.querySelector('section[aria-label=Policy], [data-pane=policy]')||document.querySelector('textarea'); for (const t of ['dragenter','dragover']) at.dispatchEvent(new DragEvent(t,{bubbles:true,cancelable:true,dataTransfer:dt})); setTimeout(()=>at.dispatchEvent(new DragEvent('drop',{bubbles:true,cancelable:true,dataTransfer:dt})),300) })()`)
}
const CASES: Record<string, (p: Page) => Promise<unknown>> = {
  paste1: (p) => pasteInto(p, 'Policy', ROLE.repeat(1e6/ROLE.length)),
  paste5: (p) => pasteInto(p, 'Policy', ROLE.repeat(5e6/ROLE.length)),
  paste20: (p) => pasteInto(p, 'Policy', ROLE.repeat(20e6/ROLE.length)),
  json20: (p) => pasteInto(p, 'Policy', json(20e6)),
  json1line20: (p) => pasteInto(p, 'Policy', JSON.stringify(JSON.parse(json(28e6)))),
  log20paste: (p) => pasteInto(p, 'Policy', log(20e6)),
  link12: (p) => p.goto(site + link(ROLE.repeat(12e6/ROLE.length))),
  ignore: (p) => p.goto(site + link('# lint:ignore x\n'.repeat(20_000))),
  ignorepaste: (p) => pasteInto(p, 'Policy', '# lint:ignore x\n'.repeat(20_000)),
  open20: (p) => dropOnPolicy(p, 'roles.yaml', ROLE.repeat(20e6/ROLE.length)),
  opendoc20: (p) => dropOnPolicy(p, 'scenario.json', JSON.stringify({version:1,title:'x',policy:ROLE.repeat(18e6/ROLE.length),requestor:{username:'jane',groups:[]},request:{kubectl:'kubectl get pods'}})),
  log20: (p) => dropOnPolicy(p, 'audit.log', log(20e6)),
}
const wanted = process.argv[2] === 'all' ? Object.keys(CASES) : (process.argv[2] ?? '').split(',')
const profile = process.argv[3] === 'profile'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox','--disable-gpu','--disable-quic'] })
for (const what of wanted) {
  const context = await browser.newContext({ permissions: ['clipboard-read','clipboard-write'] })
  try {
    const page = await context.newPage()
    await page.addInitScript(`globalThis.longs=[];globalThis.lastLong=0;new PerformanceObserver(l=>{for(const e of l.getEntries()){globalThis.longs.push([Math.round(e.startTime),Math.round(e.duration)]);globalThis.lastLong=e.startTime+e.duration}}).observe({type:'longtask',buffered:true})`)
    let cdp
    if (profile) { cdp = await context.newCDPSession(page); await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 1000 }); await cdp.send('Profiler.start') }
    await CASES[what]!(page)
    const began = Date.now()
    for (;;) {
      await new Promise(r=>setTimeout(r,1000))
      const rested = await page.evaluate<number>('performance.now()-globalThis.lastLong')
      if ((Date.now()-began>9000 && rested>4000) || Date.now()-began>60000) break
    }
    const longs = await page.evaluate<number[][]>('globalThis.longs')
    console.log(what, JSON.stringify(longs.map(l=>l[1]!).sort((a,b)=>b-a).slice(0,5)), (await page.locator('main').innerText().catch(()=>'')).replace(/\s+/g,' ').slice(0,0))
    await page.screenshot({ path: `/tmp/s-freeze2/${what}.png` })
    if (cdp) { const { profile: pr } = await cdp.send('Profiler.stop'); writeFileSync(`/tmp/s-freeze2/${what}.cpuprofile`, JSON.stringify(pr)) }
  } catch (e) { console.log(what, 'FAILED', String(e).slice(0,300)) }
  await context.close()
}
await browser.close()
