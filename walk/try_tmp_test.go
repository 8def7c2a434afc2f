package walk
import ("testing";"context";"os";"fmt";"path";"time";"strings")
func TestTry(t *testing.T){
 root:=os.Getenv("TRY"); if root==""{t.Skip()}
 exts:=map[string]bool{}; for _,e:=range strings.Fields(".cs .go .ts .tsx .js .jsx .mjs .cjs .sql .py .java .kt .scala .php .rb .rs .c .h .cc .cpp .hpp .vb .css .html .vue .json .yaml .yml .xml .md .csproj .config .proto .sh .swift .lua .toml .properties .cshtml .razor .hcl .tf .ps1"){exts[e]=true}
 t0:=time.Now()
 tr,err:=Walk(context.Background(),root,Options{Select:func(p string)bool{return exts[path.Ext(p)]}})
 if err!=nil{t.Fatal(err)}
 fmt.Println("walk",time.Since(t0),len(tr.Files),"files",len(tr.Skipped),"skips",tr.Ignored,"ignored",tr.Unselected,"unsel")
 for _,s:=range tr.Skipped{fmt.Printf("W %s\t%s\t%s\n",s.Reason,s.Path,s.Detail)}
 t0=time.Now(); enc:=map[string]int{}; tests:=0
 for _,f:=range tr.Files{ if f.Test{tests++}
  s,err:=tr.Read(f)
  if err!=nil{k:=err.(*SkipError).Skip; fmt.Printf("R %s\t%s\t%s\n",k.Reason,k.Path,k.Detail);continue}
  enc[s.Encoding]++; if s.Encoding=="windows-1252"||s.BadBytes>0{fmt.Println("ENC",s.Encoding,f.Path,s.BadBytes)}
 }
 fmt.Println("read",time.Since(t0),enc,"tests",tests)
 if os.Getenv("LIST")!=""{os.WriteFile(os.Getenv("LIST"),[]byte(strings.Join(paths(tr),"\n")),0o666)}
 rp,_:=Repository(root); fmt.Printf("%+v\n",rp)
}
