// Serves the document that it reads from its standard input, encoded for each request.
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"

	"github.com/go-chi/chi/v5"
)

type User struct {
	ID          int     `json:"id"`
	LastLogin   *string `json:"last_login"`
	IsSuperuser bool    `json:"is_superuser"`
	Username    string  `json:"username"`
	FirstName   string  `json:"first_name"`
	LastName    string  `json:"last_name"`
	Email       string  `json:"email"`
	IsStaff     bool    `json:"is_staff"`
	IsActive    bool    `json:"is_active"`
	DateJoined  string  `json:"date_joined"`
}

func main() {
	var document map[string][]User
	json.NewDecoder(os.Stdin).Decode(&document)
	router := chi.NewRouter()
	router.Get("/", func(response http.ResponseWriter, request *http.Request) {
		response.Header().Set("Content-Type", "application/json")
		json.NewEncoder(response).Encode(document)
	})
	listener, _ := net.Listen("tcp", "127.0.0.1:0")
	fmt.Printf("http://%s/\n", listener.Addr())
	http.Serve(listener, router)
}
