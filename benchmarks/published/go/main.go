// Serves the document that it reads from its standard input, and encodes it for each request.
package main

import (
	"encoding/json"
	"fmt"
	"log"
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

type Document struct {
	Users []User `json:"users"`
}

func main() {
	var document Document
	if err := json.NewDecoder(os.Stdin).Decode(&document); err != nil {
		log.Fatal(err)
	}
	router := chi.NewRouter()
	router.Get("/", func(response http.ResponseWriter, request *http.Request) {
		response.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(response).Encode(document); err != nil {
			log.Print(err)
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s/\n", listener.Addr())
	log.Fatal(http.Serve(listener, router))
}
