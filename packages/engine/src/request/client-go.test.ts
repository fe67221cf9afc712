import { describe, expect, it } from 'vitest'
import type { HTTPHeader } from '../http/index.ts'
import { printClientGo } from './client-go.ts'

function program(line: string, headers: readonly HTTPHeader[] = [], body = ''): string {
  const [method = '', target = ''] = line.split(' ')
  return printClientGo({ method, target, headers, body }).text
}

/** The line that makes the request. */
function call(line: string, headers: readonly HTTPHeader[] = [], body = ''): string | undefined {
  return program(line, headers, body)
    .split('\n')
    .find((one) => /clientset\.\w+\(\)\.(?!REST)/.test(one))
    ?.trim()
}

const PODS = '/api/v1/namespaces/prod/pods'

describe('a client-go program', () => {
  it('is whole, and as gofmt writes it', () => {
    const headers = [
      { name: 'Impersonate-User', value: 'jane' },
      { name: 'Impersonate-Group', value: 'dev "x"' },
      { name: 'Impersonate-Extra-k', value: '1' },
      { name: 'Impersonate-Extra-longer', value: '2' },
      { name: 'Impersonate-Extra-k', value: '3' },
    ]
    expect(program(`GET ${PODS}?labelSelector=app%3Dweb&limit=500`, headers)).toBe(`package main

import (
	"context"
	"log"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

func main() {
	ctx := context.Background()
	config := &rest.Config{
		Host: "https://localhost:6443",
		// The requestor: a token, or TLSClientConfig with a client certificate.
		BearerToken: "TOKEN",
		Impersonate: rest.ImpersonationConfig{
			UserName: "jane",
			Groups:   []string{"dev \\"x\\""},
			Extra: map[string][]string{
				"k":      {"1", "3"},
				"longer": {"2"},
			},
		},
	}
	clientset, err := kubernetes.NewForConfig(config)
	if err != nil {
		log.Fatal(err)
	}
	list, err := clientset.CoreV1().Pods("prod").List(ctx, metav1.ListOptions{LabelSelector: "app=web", Limit: 500})
	if err != nil {
		log.Fatal(err)
	}
	log.Print(len(list.Items))
}
`)
  })

  it('makes typed calls where there are some', () => {
    expect(call(`GET ${PODS}/web`)).toBe(
      'object, err := clientset.CoreV1().Pods("prod").Get(ctx, "web", metav1.GetOptions{})',
    )
    expect(call('GET /apis/networking.k8s.io/v1/networkpolicies?watch=true')).toBe(
      'watcher, err := clientset.NetworkingV1().NetworkPolicies("").Watch(ctx, metav1.ListOptions{})',
    )
    expect(call('DELETE /api/v1/nodes/n1')).toBe(
      'err = clientset.CoreV1().Nodes().Delete(ctx, "n1", metav1.DeleteOptions{})',
    )
    expect(call(`DELETE ${PODS}?labelSelector=a`)).toBe(
      'err = clientset.CoreV1().Pods("prod").DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "a"})',
    )
    expect(call('POST /apis/rbac.authorization.k8s.io/v1/clusterroles')).toBe(
      'object, err := clientset.RbacV1().ClusterRoles().Create(ctx, &rbacv1.ClusterRole{}, metav1.CreateOptions{})',
    )
    const merge = [{ name: 'content-type', value: 'application/merge-patch+json' }]
    expect(call('PATCH /apis/apps/v1/namespaces/prod/deployments/web/scale', merge, '{"a":1}')).toBe(
      'object, err := clientset.AppsV1().Deployments("prod").Patch(ctx, "web", types.MergePatchType, []byte("{\\"a\\":1}"), metav1.PatchOptions{}, "scale")',
    )
    expect(call(`GET ${PODS}/web/log?container=main&follow=true`)).toBe(
      'logs, err := clientset.CoreV1().Pods("prod").GetLogs("web", &corev1.PodLogOptions{Container: "main", Follow: true}).DoRaw(ctx)',
    )
  })

  it('calls the REST client for all else', () => {
    for (const line of [
      'GET /healthz',
      'OPTIONS /api/v1/pods',
      `GET ${PODS}?timeoutSeconds=5`,
      'GET /apis/example.com/v1/namespaces/prod/foos/x',
      'GET /api/v1/namespaces/prod/services/x/proxy/a',
      'GET /apis/authentication.k8s.io/v1/tokenreviews',
      'DELETE /api/v1/namespaces/prod/services',
      'POST /api/v1/namespaces/prod/bindings',
      'GET /api/v1/pods/web',
    ]) {
      const [method, target] = line.split(' ')
      expect(call(line), line).toBeUndefined()
      expect(program(line), line).toContain(`\tVerb("${method}").\n\t\tRequestURI("${target}").\n`)
    }
    expect(program(`POST ${PODS}`, [], '{"kind":"Pod"}')).toContain(
      '\t\tSetHeader("Content-Type", "application/json").\n\t\tBody([]byte("{\\"kind\\":\\"Pod\\"}")).\n',
    )
  })

  it('can send groups without a user, which the API server answers with 400', () => {
    expect(program('GET /healthz', [{ name: 'Impersonate-Group', value: 'g' }])).toContain('Groups: []string{"g"},')
  })

  it('is a comment where client-go cannot send the request', () => {
    for (const [line, name, value] of [
      ['GET /a//b', 'Accept', 'x'],
      ['GET /x', 'Impersonate-User', ''],
      ['GET /x', 'Impersonate-User', 'a\nb'],
      ['GET /x', 'Impersonate-Extra-%41', 'x'],
    ] as const) {
      const [method = '', target = ''] = line.split(' ')
      const { text, gap } = printClientGo({ method, target, headers: [{ name, value }], body: '' })
      expect(text).toBe(`// ${gap}\n`)
    }
  })
})
