package vision
import ("testing";"os";"context";"fmt";"image";"image/png";"image/color";"strings"
"kibitz/vision/internal/cells")
func TestDbg(t *testing.T){
 for _,f:=range strings.Fields(os.Getenv("PIC")) {
 d,_:=os.ReadFile(f); p,err:=Open(d); if err!=nil{t.Fatal(err)}
 cells.Debug=func(s *cells.Sheet,b *cells.Board){
   fmt.Printf("kind %.2f\n",b.Kind)
   for r:=0;r<b.Rows;r++{ for c:=0;c<b.Cols;c++{ i:=r*b.Cols+c; best:=0; for k,v:=range b.Class[i]{ if v>b.Class[i][best]{best=k}}; fmt.Printf("%c%02.0f%s ", "_BSwdcfxT"[best], 99*b.Class[i][best], func()string{s:=""; if b.Down[i]>.5{s+="d"}; if b.Across[i]>.5{s+="a"}; return (s+"  ")[:2]}()) }; fmt.Println() }
   im:=image.NewRGBA(image.Rect(0,0,s.Cols*32,s.Rows*32)); for i:=0;i<s.Cols*32*s.Rows*32;i++{ im.SetRGBA(i%(s.Cols*32),i/(s.Cols*32),color.RGBA{s.Pixels[4*i],s.Pixels[4*i+1],s.Pixels[4*i+2],255})}
   o,_:=os.Create("/tmp/sheet.png"); png.Encode(o,im); o.Close() }
 k:=Lights; if strings.Contains(f,"kakuro"){k=Kakuro}
 r,err:=p.Read(context.Background(),Hint{Kind:k}); if r!=nil{fmt.Println(f,r.Rows,r.Cols,r.Flaws,err)} else {fmt.Println(f,err)}
 }
}
