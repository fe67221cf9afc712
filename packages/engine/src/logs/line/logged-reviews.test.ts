import { describe, expect, it } from 'vitest'
import { loggedReviews } from './logged-reviews.ts'

const REVIEW = {
  kind: 'SubjectAccessReview',
  apiVersion: 'authorization.k8s.io/v1',
  metadata: {},
  spec: { resourceAttributes: { namespace: 'prod', verb: 'list', resource: 'pods' }, user: 'kim' },
}
const SENT = JSON.stringify({ ...REVIEW, status: { allowed: false } })
const ANSWERED = JSON.stringify({ ...REVIEW, status: { allowed: true } })
const klog = (words: string) => `I1128 10:11:12.123456   23776 request.go:1212] ${words}`

/** The reviews of a text, parsed, with their lines. */
function read(text: string) {
  return loggedReviews(text).map(({ request, line }) => ({ line, ...JSON.parse(request.text) }))
}

describe('a review in the log of a client', () => {
  it.each([
    ['as one line', klog(`Response Body: ${ANSWERED}`), 2],
    ['over several lines, from client-go 1.33 on', klog(`"Response Body" body=<\n\t${ANSWERED}\n >`), 3],
  ])('is read with its answer, %s', (_, text, line) => {
    expect(read(`noise\n${text}`)).toEqual([{ line, ...REVIEW, status: { allowed: true } }])
  })

  it.each([klog(`Request Body: ${SENT}`), klog(`"Request Body" body=<\n\t${SENT}\n >`)])(
    'has no answer where the client sent it: %s',
    (text) => {
      expect(read(text)).toEqual([{ line: expect.any(Number), ...REVIEW }])
    },
  )

  it('is one with its answer', () => {
    const text = [klog(`Request Body: ${SENT}`), klog('POST https://k'), klog(`Response Body: ${ANSWERED}`)].join('\n')
    expect(read(text)).toEqual([{ line: 1, ...REVIEW, status: { allowed: true } }])
  })

  it('is left out where it is cut', () => {
    expect(read(klog(`Request Body: ${SENT.slice(0, -9)} [truncated 9 chars]`))).toEqual([])
  })

  it('is not every object', () => {
    expect(read(klog(`Response Body: ${JSON.stringify({ kind: 'SelfSubjectReview', status: {} })}`))).toEqual([])
  })
})

describe('a review as a text in another', () => {
  const escaped = (text: string, times: number): string =>
    times === 0 ? text : escaped(JSON.stringify(text), times - 1)
  const answer = [{ ...REVIEW, status: { allowed: true } }]
  const reviewsOf = (text: string) => read(text).map(({ line: _, ...review }) => review)

  it.each([1, 2, 3])('is read where it is escaped %i times', (times) => {
    const name = { ...REVIEW, spec: { ...REVIEW.spec, user: 'CN="kim"\\x' }, status: { allowed: true } }
    for (const text of [JSON.stringify(name), JSON.stringify(name, undefined, 2)]) {
      expect(reviewsOf(`{"msg":${escaped(text, times)},"n":1}\n{"msg":"other"}`)).toEqual([name])
    }
  })

  it('is read with doubled quotes, as CSV has them, and with its fields in the order of the alphabet', () => {
    expect(reviewsOf(`2026-11-28,"Response Body: ${ANSWERED.replaceAll('"', '""')}",ok`)).toEqual(answer)
    const { kind, apiVersion, metadata, spec } = REVIEW
    const sorted = { apiVersion, kind, metadata, spec, status: { allowed: true } }
    expect(reviewsOf(`body: ${JSON.stringify(sorted)}`)).toEqual(answer)
  })
})

describe('a review as Go prints it', () => {
  const SPEC = { resourceAttributes: { namespace: 'prod', verb: 'get', resource: 'pods', name: 'web' }, user: 'ci:kim' }
  const review = { kind: 'SubjectAccessReview', apiVersion: 'authorization.k8s.io/v1', metadata: {} }
  const withGroups = { ...review, spec: { ...SPEC, groups: ['a', 'b'] } }
  const reviewsOf = (text: string) => read(text).map(({ line: _, ...one }) => one)
  const META = 'ObjectMeta:{      0 0001-01-01 00:00:00 +0000 UTC <nil> <nil> map[] map[] [] [] []}'

  it.each([
    [
      'by the String of the type',
      `sar=&SubjectAccessReview{${META},Spec:SubjectAccessReviewSpec{ResourceAttributes:&ResourceAttributes{Namespace:prod,Verb:get,Group:,Version:,Resource:pods,Subresource:,Name:web,FieldSelector:nil,LabelSelector:nil,},NonResourceAttributes:nil,User:ci:kim,Groups:[a b],Extra:map[string]ExtraValue{},UID:,},Status:SubjectAccessReviewStatus{Allowed:false,Reason:,EvaluationError:,Denied:false,},}`,
    ],
    [
      'by %+v',
      'sar={TypeMeta:{Kind: APIVersion:} ObjectMeta:{Name: GenerateName: Namespace: Labels:map[]} Spec:{ResourceAttributes:&ResourceAttributes{Namespace:prod,Verb:get,Group:,Version:,Resource:pods,Subresource:,Name:web,FieldSelector:nil,LabelSelector:nil,} NonResourceAttributes:nil User:ci:kim Groups:[a b] Extra:map[] UID:} Status:{Allowed:false Denied:false Reason: EvaluationError:}}',
    ],
    [
      'with types and quotes, over several lines',
      `&v1.SubjectAccessReview{
	Spec: v1.SubjectAccessReviewSpec{
		ResourceAttributes: &v1.ResourceAttributes{
			Namespace: "prod",
			Verb:      "get",
			Resource:  "pods",
			Name:      "web",
		},
		User:   "ci:kim",
		Groups: []string{"a", "b"},
	},
}`,
    ],
    [
      'as its specification alone',
      'v1.SubjectAccessReviewSpec{ResourceAttributes:&v1.ResourceAttributes{Namespace:"prod", Verb:"get", Group:"", Version:"", Resource:"pods", Subresource:"", Name:"web"}, NonResourceAttributes:(*v1.NonResourceAttributes)(nil), User:"ci:kim", Groups:[]string{"a", "b"}, Extra:map[string]v1.ExtraValue(nil), UID:""}',
    ],
  ])('is read %s', (_, text) => {
    expect(reviewsOf(`I1128 10:11:12.123456   23776 auth.go:10] asking ${text}`)).toEqual([withGroups])
  })

  it('is read with its answer, a path, extras and selectors', () => {
    const path = `&SubjectAccessReview{${META},Spec:SubjectAccessReviewSpec{ResourceAttributes:nil,NonResourceAttributes:&NonResourceAttributes{Path:/metrics,Verb:get,},User:kim,Groups:[],Extra:map[string]ExtraValue{team: [x y],},UID:7,},Status:SubjectAccessReviewStatus{Allowed:false,Reason:no rule, Group: none,EvaluationError:,Denied:true,},}`
    expect(reviewsOf(path)).toEqual([
      {
        ...review,
        spec: {
          nonResourceAttributes: { path: '/metrics', verb: 'get' },
          user: 'kim',
          uid: '7',
          extra: { team: ['x', 'y'] },
        },
        status: { allowed: false, denied: true, reason: expect.stringContaining('no rule') },
      },
    ])
    const selected =
      '&SelfSubjectAccessReview{Spec:SelfSubjectAccessReviewSpec{ResourceAttributes:&ResourceAttributes{Namespace:,Verb:list,Group:,Version:,Resource:pods,Subresource:,Name:,FieldSelector:&FieldSelectorAttributes{RawSelector:,Requirements:[]FieldSelectorRequirement{{spec.nodeName In [n1]},},},LabelSelector:nil,},NonResourceAttributes:nil,},}'
    expect(reviewsOf(selected)[0].spec.resourceAttributes).toEqual({
      verb: 'list',
      resource: 'pods',
      fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'In', values: ['n1'] }] },
    })
  })

  it.each([
    'v1.ResourceAttributes{Namespace:"prod", Verb:"get", Group:"apps", Version:"v1", Resource:"deployments", Subresource:"scale", Name:"web", FieldSelector:(*v1.FieldSelectorAttributes)(nil), LabelSelector:(*v1.LabelSelectorAttributes)(nil)}',
    '&ResourceAttributes{Namespace:prod,Verb:get,Group:apps,Version:v1,Resource:deployments,Subresource:scale,Name:web,FieldSelector:nil,LabelSelector:nil,}',
    'authorizer.AttributesRecord{User:(*user.DefaultInfo)(0xc0004a8f80), Verb:"get", Namespace:"prod", APIGroup:"apps", APIVersion:"v1", Resource:"deployments", Subresource:"scale", Name:"web", ResourceRequest:true, Path:"/apis/apps/v1/namespaces/prod/deployments/web/scale"}',
  ])('is about oneself where no review is around what is asked: %s', (text) => {
    const scale = { group: 'apps', version: 'v1', resource: 'deployments', subresource: 'scale', name: 'web' }
    expect(reviewsOf(`asking ${text}`)).toEqual([
      {
        ...review,
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes: { namespace: 'prod', verb: 'get', ...scale } },
      },
    ])
  })

  it('is about oneself and a path, too', () => {
    const asked = { nonResourceAttributes: { path: '/healthz', verb: 'get' } }
    for (const text of [
      'v1.NonResourceAttributes{Path:"/healthz", Verb:"get"}',
      'authorizer.AttributesRecord{User:(*user.DefaultInfo)(0xc0004a8f80), Verb:"get", Namespace:"", APIGroup:"", APIVersion:"", Resource:"", Subresource:"", Name:"", ResourceRequest:false, Path:"/healthz"}',
    ])
      expect(reviewsOf(text)).toEqual([{ ...review, kind: 'SelfSubjectAccessReview', spec: asked }])
  })

  it('is left out where it has an address, or is cut', () => {
    expect(
      reviewsOf('v1.SubjectAccessReviewSpec{ResourceAttributes:(*v1.ResourceAttributes)(0xc0001), User:"a"}'),
    ).toEqual([])
    expect(
      reviewsOf('&SubjectAccessReview{Spec:SubjectAccessReviewSpec{ResourceAttributes:&ResourceAttributes{Verb:get,'),
    ).toEqual([])
  })
})
