// Runs the one controller of kube-controller-manager that RBAC needs, the one that fills aggregated ClusterRoles, until
// it is killed. Its only argument is a kubeconfig file.
package main

import (
	"context"
	"fmt"
	"os"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/kubernetes/pkg/controller/clusterroleaggregation"
)

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("a kubeconfig file was expected"))
	}
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[1])
	fail(err)
	config.UserAgent = "clusterrole-aggregation-controller"
	// Of the controller's own limits, which spare a busy server, a test would only see the waiting.
	config.QPS = -1
	client, err := kubernetes.NewForConfig(config)
	fail(err)
	ctx := context.Background()
	factory := informers.NewSharedInformerFactory(client, 0)
	controller := clusterroleaggregation.NewClusterRoleAggregation(
		factory.Rbac().V1().ClusterRoles(), client.RbacV1())
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	controller.Run(ctx, 5)
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
